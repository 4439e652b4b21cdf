/** 16 px, drawn with one stroke; the words beside them say what they mean. */
import type { ReactNode } from "react";

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {children}
    </svg>
  );
}

export const ContrastIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6" />
    <path className="solid" d="M8 2a6 6 0 0 1 0 12z" />
  </Icon>
);
export const FolderIcon = () => (
  <Icon>
    <path d="M1.8 12.5v-9h4l1.6 2h6.8v7z" />
  </Icon>
);
export const CodeIcon = () => (
  <Icon>
    <path d="M5 4L1.5 8 5 12M11 4l3.500 4-3.500 4" />
  </Icon>
);
export const UndoIcon = () => (
  <Icon>
    <path d="M5.500 3L2.500 6l3 3M2.500 6H10a3.500 3.500 0 0 1 0 7H6" />
  </Icon>
);
export const RedoIcon = () => (
  <Icon>
    <path d="M10.500 3l3 3-3 3M13.500 6H6a3.500 3.500 0 0 0 0 7h4" />
  </Icon>
);
export const ShareIcon = () => (
  <Icon>
    <path d="M8 10V2M5 4.500L8 1.800l3 2.700M3 8v5.500h10V8" />
  </Icon>
);
export const ExportIcon = () => (
  <Icon>
    <path d="M8 2v8M5 7.500L8 10.200l3-2.700M2.500 13.500h11" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="M4 6l4 4 4-4" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon>
    <path className="solid" d="M4.500 2.500v11l9-5.500z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon>
    <path d="M5.500 3v10M10.500 3v10" />
  </Icon>
);
export const PreviousIcon = () => (
  <Icon>
    <path d="M3.500 3v10M12.500 3.500v9L6 8z" />
  </Icon>
);
export const NextIcon = () => (
  <Icon>
    <path d="M12.500 3v10M3.500 3.500v9L10 8z" />
  </Icon>
);
export const EyeIcon = () => (
  <Icon>
    <path d="M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8z" />
    <circle cx="8" cy="8" r="2" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M3.500 3.500l9 9M12.500 3.500l-9 9" />
  </Icon>
);
export const PresentIcon = () => (
  <Icon>
    <path d="M1.8 2.500h12.400v8.500h-12.400zM8 11v3M5 14h6" />
  </Icon>
);
export const SoundIcon = () => (
  <Icon>
    <path d="M2 6v4h2.500L8 13V3L4.500 6zM10.500 5.500a3.500 3.500 0 0 1 0 5M12.500 3.500a6.500 6.500 0 0 1 0 9" />
  </Icon>
);
