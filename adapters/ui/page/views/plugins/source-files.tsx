interface SourceFilesProps {
  /** Texts by file name. */
  files: Readonly<Record<string, string>>;
  onChange: (files: Readonly<Record<string, string>>) => void;
  isReadOnly?: boolean;
}

/** The files of a plugin as editable texts. */
export function SourceFiles({ files, onChange, isReadOnly = false }: SourceFilesProps) {
  return (
    <>
      {Object.entries(files).map(([name, text]) => (
        <label key={name} class="field plugins-source">
          <span>{name}</span>
          <textarea
            value={text}
            rows={Math.min(18, text.split("\n").length + 1)}
            spellcheck={false}
            readOnly={isReadOnly}
            onInput={({ currentTarget }) => onChange({ ...files, [name]: currentTarget.value })}
          />
        </label>
      ))}
    </>
  );
}
