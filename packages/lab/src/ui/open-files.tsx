/** A button that opens files of the user's own. */
import { useRef } from "react";
import { FolderIcon } from "./icons.js";

interface OpenFilesProps {
  /** On the button. */
  readonly words: string;
  /** For those who do not see it. */
  readonly label: string;
  /** Endings and types of files. */
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
}

export function OpenFiles({ words, label, accept, onFiles }: OpenFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        className="visually-hidden"
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // So that the same files can be chosen again.
          event.currentTarget.value = "";
          onFiles(files);
        }}
      />
      <button type="button" className="bar-button" onClick={() => input.current?.click()}>
        <FolderIcon />
        <span>{words}</span>
      </button>
    </>
  );
}
