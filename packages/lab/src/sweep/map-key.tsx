/** What the tones of a map mean. */
import type { Painter } from "./painter.js";

export function MapKey({ painter }: { readonly painter: Painter }) {
  return (
    <ul className="map-key" aria-label="Key">
      {painter.key.map(({ tone, words }) => (
        <li key={words}>
          <svg width="18" height="14" aria-hidden="true">
            <rect className={tone} width="18" height="14" />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}
