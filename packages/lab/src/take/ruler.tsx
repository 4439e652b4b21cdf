/** Millimetres above a sheet, and where one column of a journal ends. */
const COLUMN = 86;
const HIGH = 10;

export function Ruler({ width }: { readonly width: number }) {
  const tens = Array.from({ length: Math.floor(width / 10) + 1 }, (_, i) => 10 * i);
  return (
    <svg className="ruler" viewBox={`0 0 ${width} ${HIGH}`} aria-hidden="true">
      {tens.map((at) => (
        <path key={at} d={`M${at},${HIGH}v${at % 50 === 0 ? -2.4 : -1.4}`} />
      ))}
      {tens
        .filter((at) => at % 50 === 0 && width - at > 14)
        .map((at) => (
          <text key={at} x={at} y={HIGH - 3.4} textAnchor={at === 0 ? "start" : "middle"}>
            {at === 0 ? "0 mm" : at}
          </text>
        ))}
      <text className="strong" x={width} y={HIGH - 3.4} textAnchor="end">
        {width} mm
      </text>
      {width > COLUMN + 20 && (
        <text x={COLUMN} y="2.600" textAnchor="middle">
          one column
        </text>
      )}
    </svg>
  );
}

/** Where one column ends on a sheet that is wider; undefined where none does. */
export function columnShare(width: number): number | undefined {
  return width > COLUMN + 20 ? COLUMN / width : undefined;
}
