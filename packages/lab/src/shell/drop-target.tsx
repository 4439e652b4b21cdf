import { useEffect, useState } from "react";
import { bringing } from "./bringing.js";

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** A study may be dropped anywhere; what else, the open view says. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  const [message, setMessage] = useState<string>();

  // What was said of a file is over when the user goes elsewhere.
  useEffect(() => {
    const gone = () => setMessage(undefined);
    window.addEventListener("hashchange", gone);
    return () => window.removeEventListener("hashchange", gone);
  }, []);

  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      setMessage(undefined);
      bringing([...(event.dataTransfer?.files ?? [])]).catch((error: Error) => setMessage(error.message));
    };
    window.addEventListener("dragover", drag);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", drag);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);

  return (
    <>
      {over && <div className="drop-here">Drop to open</div>}
      {message !== undefined && (
        <div className="toast error" role="alert">
          <p>{message}</p>
          <button type="button" onClick={() => setMessage(undefined)}>
            Close
          </button>
        </div>
      )}
    </>
  );
}
