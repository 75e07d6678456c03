/** The new members of a static cohort: distinct ids, or a file. */
export function PeopleFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <label class="field">
        <span>{isNew ? "Distinct ids" : "Add distinct ids"}</span>
        <textarea name="distinct_ids" rows={5} spellcheck={false} placeholder="one on each line" />
      </label>
      <label class="field">
        <span>{isNew ? "CSV file" : "Add from a CSV file"}</span>
        <input type="file" name="csv" accept=".csv,text/csv" />
      </label>
      <p class="hint">
        The file has a column <code>distinct_id</code> or <code>person_id</code>, or its first column holds distinct
        ids. Ids that are nobody's are passed over.
      </p>
    </>
  );
}
