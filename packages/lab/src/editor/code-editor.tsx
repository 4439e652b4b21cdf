/**
 * The text of a study, with what its schema offers and what is wrong with it at the line.
 *
 * It lives in a shadow root: there the editor's styles are sheets, not style elements, which the page's policy does not allow.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { studyJsonSchema } from "carom/study";
import { useEffect, useRef } from "react";
import { type Checked, checkText } from "./check.js";
import { completeFrom } from "./schema-completion.js";

/** After the last key, before the text is read, ms. */
const READ_AFTER = 200;

const looks = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink1)", backgroundColor: "var(--surface)" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "18px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink3)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--sunken)" },
  ".cm-cursor": { borderLeftColor: "var(--ink1)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--line) !important" },
  "&.cm-focused": { outline: "2px solid var(--ink1)", outlineOffset: "-2px" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink1)", border: "1px solid var(--line2)", borderRadius: "4px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--ink1)", color: "var(--paper)" },
  ".cm-completionInfo": { maxWidth: "280px", fontFamily: "var(--font)" },
  // Instead of pictures from data: addresses, which the policy does not allow.
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "2px solid var(--created)" },
  ".cm-lint-marker-error": {
    content: "none",
    width: "8px",
    height: "8px",
    margin: "5px 2px",
    borderRadius: "50%",
    backgroundColor: "var(--created)",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--created)", fontFamily: "var(--font)" },
});

/** Ink on paper: weight and shade, no colours, which are for physics. */
const shades = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink1)", fontWeight: "600" },
  { tag: tags.string, color: "var(--ink2)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--ink1)" },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: "var(--ink3)" },
]);

function looseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // While one types it is seldom whole; its kind is enough.
    return { kind: /"kind"\s*:\s*"([\w-]+)"/.exec(text)?.[1] };
  }
}

/**
 * Text typed over a selection. Left to the browser, the new text would be given the looks of the old one as an inline style, which the
 * policy refuses. Brackets and quotes are left alone: they go around what is selected.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, editor) => {
    const { data, inputType, isComposing } = event;
    if (inputType !== "insertText" || data === null || isComposing || editor.state.selection.main.empty || /^["[{]$/.test(data))
      return false;
    editor.dispatch(editor.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

export interface CodeEditorProps {
  readonly text: string;
  readonly onRead: (text: string, checked: Checked) => void;
}

export function CodeEditor({ text, onRead }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(onRead);
  latest.current = onRead;
  const own = useRef(text);

  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const root = current.shadowRoot ?? current.attachShadow({ mode: "open" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (editor: EditorView) => {
      const now = editor.state.doc.toString();
      own.current = now;
      const checked = checkText(now);
      const found = "message" in checked ? [{ ...checked.at, severity: "error" as const, message: checked.message }] : [];
      editor.dispatch(setDiagnostics(editor.state, found));
      latest.current(now, checked);
    };
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: own.current,
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          closeBrackets(),
          json(),
          syntaxHighlighting(shades),
          autocompletion({ override: [completeFrom(studyJsonSchema(), looseValue)] }),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": "The study as JSON" }),
          looks,
          typedOver,
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((one) => one.isUserEvent("carom"))) return;
            clearTimeout(timer);
            timer = setTimeout(() => read(update.view), READ_AFTER);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      clearTimeout(timer);
      editor.destroy();
    };
  }, []);

  // The study was changed elsewhere: by a drag, a slider, a field of the form.
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || text === own.current) return;
    own.current = text;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, userEvent: "carom" });
    editor.dispatch(setDiagnostics(editor.state, []));
  }, [text]);

  return <div className="code-editor" ref={host} />;
}
