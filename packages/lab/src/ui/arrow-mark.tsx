/** An arrow of a picture, with its tip at the end. */
export type Spot = readonly [number, number];

interface ArrowMarkProps {
  readonly from: Spot;
  readonly to: Spot;
  readonly className: string;
  readonly width?: number;
}

export function ArrowMark({ from, to, className, width = 2 }: ArrowMarkProps) {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  if (!(length > 1)) return null;
  const tip = Math.min(3 * width + 3, 0.6 * length);
  const [u, v] = [x / length, y / length];
  const [backX, backY] = [to[0] - tip * u, to[1] - tip * v];
  const half = 0.45 * tip;
  const at = (px: number, py: number) => `${px.toFixed(1)},${py.toFixed(1)}`;
  return (
    <g className={className}>
      <path className="arrow" strokeWidth={width} d={`M${at(from[0], from[1])}L${at(backX, backY)}`} />
      <path
        className="arrow-tip"
        d={`M${at(to[0], to[1])}L${at(backX - half * v, backY + half * u)}L${at(backX + half * v, backY - half * u)}Z`}
      />
    </g>
  );
}
