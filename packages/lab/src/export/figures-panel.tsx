/** Every figure of a result, to look at and to take, as SVG or PNG. */
import type { Figure } from "@carom/figures";
import { useEffect, useState } from "react";
import { CloseIcon } from "../ui/icons.js";
import { useEscape } from "../ui/use-escape.js";
import { download } from "./download.js";
import { pngOf } from "./figures.js";

export interface FiguresPanelProps {
  readonly figures: readonly Figure[];
  /** What the names of the files begin with. */
  readonly name: string;
  readonly onClose: () => void;
}

export function FiguresPanel({ figures, name, onClose }: FiguresPanelProps) {
  useEscape(true, onClose);
  return (
    <section className="figures-panel" role="dialog" aria-label="Figures">
      <header>
        <h2>{figures.length === 1 ? "One figure" : `${figures.length} figures`}</h2>
        <button type="button" className="icon-button" aria-label="Close the figures" onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      <ul>
        {figures.map((figure) => (
          <FigureRow key={figure.name} figure={figure} file={`${name}-${figure.name}`} />
        ))}
      </ul>
    </section>
  );
}

function FigureRow({ figure: { title, caption, svg }, file }: { readonly figure: Figure; readonly file: string }) {
  const [address, setAddress] = useState<string>();
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  const takePng = () =>
    pngOf(svg)
      .then((blob) => download(`${file}.png`, "image/png", blob))
      .catch((error: Error) => setMessage(error.message));
  return (
    <li>
      {address !== undefined && <img src={address} alt={`${title}. ${caption}`} />}
      <p>{title}</p>
      <button type="button" className="button" onClick={() => download(`${file}.svg`, "image/svg+xml", svg)} aria-label={`${title} as SVG`}>
        SVG
      </button>
      <button type="button" className="button" onClick={takePng} aria-label={`${title} as PNG`}>
        PNG
      </button>
      {message !== undefined && (
        <p className="view-error" role="alert">
          {message}
        </p>
      )}
    </li>
  );
}
