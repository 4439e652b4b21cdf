/** The value that goes with an argument, on straight lines between rows that ascend in both. */
export function between(arguments_: readonly number[], values: readonly number[], argument: number): number {
  const next = arguments_.findIndex((one) => one >= argument);
  if (next < 0) return values[values.length - 1];
  if (next === 0) return values[0];
  const width = arguments_[next] - arguments_[next - 1];
  const part = width > 0 ? (argument - arguments_[next - 1]) / width : 1;
  return values[next - 1] + part * (values[next] - values[next - 1]);
}
