/** Reads at most `limit` characters of a reply; the rest is not loaded. A stream that ends by its signal gives the part that came. */
export async function readAtMost(reply: Response, limit: number): Promise<{ text: string; isWhole: boolean }> {
  if (reply.body === null) return { text: "", isWhole: true };
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text, isWhole: true };
      text += value;
      if (text.length > limit) {
        await reader.cancel();
        return { text: text.slice(0, limit), isWhole: false };
      }
    }
  } catch (error) {
    if (text === "") throw error;
    return { text, isWhole: false };
  }
}
