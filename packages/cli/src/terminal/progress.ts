/** A line on a terminal that is written over, for those who wait; nothing elsewhere. Undefined takes it away. */
export function progressLine(): (text: string | undefined) => void {
  const { stderr } = process;
  if (stderr.isTTY !== true) return () => {};
  return (text) => {
    stderr.write(text === undefined ? "\r\u001b[K" : `\r${text}\u001b[K`);
  };
}
