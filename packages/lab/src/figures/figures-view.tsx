/** A study that has no view of its own yet: the figures that its report has, and what they say. */
import type { Figure } from "@carom/figures";
import type { Study } from "carom/study";
import { useEffect, useState } from "react";
import { ViewBar } from "../shell/view-bar.js";
import { useResult } from "../views/use-result.js";
import type { ViewProps } from "../views/view.js";
import type { Result } from "../worker/messages.js";
import "../styles/inspector.css";
import "../styles/figures.css";

async function figuresOf(result: Result): Promise<readonly Figure[]> {
  const { battingFigures, elasticRodFigures } = await import("@carom/figures");
  if (result.kind === "elastic-rod") return elasticRodFigures(result, document);
  return result.kind === "batting" ? battingFigures(result, document) : [];
}

export function FiguresView({ study }: ViewProps<Study>) {
  const { result, failure, running } = useResult(study);
  const [figures, setFigures] = useState<readonly Figure[]>([]);
  useEffect(() => {
    if (result === undefined) return;
    let current = true;
    figuresOf(result).then((made) => current && setFigures(made));
    return () => {
      current = false;
    };
  }, [result]);
  return (
    <>
      <ViewBar study={study} subtitle={study.kind.replace("-", " ")} />
      <main className="figures" data-running={running}>
        {failure !== undefined && (
          <p className="view-error" role="alert">
            {failure.message}
          </p>
        )}
        <p className="lead">{study.description}</p>
        <div className="figure-grid">
          {figures.map((figure) => (
            <figure key={figure.name}>
              <FigureImage svg={figure.svg} label={figure.title} />
              <figcaption>
                <b>{figure.title}.</b> {figure.caption}
              </figcaption>
            </figure>
          ))}
        </div>
      </main>
    </>
  );
}

/** As an image, not as markup: a picture has its own styles, which the page's policy would not let in. */
function FigureImage({ svg, label }: { readonly svg: string; readonly label: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return address === undefined ? null : <img src={address} alt={label} />;
}
