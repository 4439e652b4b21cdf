/**
 * The page every report is written on: one file, no script, no request, light or dark as the reader's system is. What happened in a sentence, where
 * the energy or the effort went, warnings, then tables and figures, and how to read the numbers.
 */
import type { Figure } from "../draw/figure.js";
import { escapeText } from "../draw/svg.js";
import { fontFamily, themeCss } from "../draw/theme.js";

/** HTML that has been escaped. Plain strings are text and never reach a page unescaped. */
export interface Html {
  readonly html: string;
}

/** `html\`<p>${text}</p>\``: what is put in is escaped unless it is Html itself. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { html: parts.map((part, i) => part + (i < values.length ? insert(values[i]) : "")).join("") };
}

function insert(value: string | Html | readonly Html[]): string {
  if (typeof value === "string") return escapeText(value);
  return "html" in value ? value.html : value.map((item) => item.html).join("");
}

/** What a report says, in the order of the page. */
export interface Report {
  readonly title: string;
  /** What happened. */
  readonly sentence: string | Html;
  /** What there is to add, under it. */
  readonly lead?: string | Html | undefined;
  readonly warnings?: readonly string[];
  /** Above the figures: the numbers first looked for. */
  readonly keyTables?: readonly Table[];
  readonly figures: readonly Figure[];
  /** The first figure stands beside two others. */
  readonly tallFirst?: boolean;
  /** Below the figures. */
  readonly tables: readonly Table[];
  /** Conventions, and which files have all digits. */
  readonly footer: string;
}

export function reportPage(report: Report): string {
  const { title, sentence: said, lead, warnings: messages = [], keyTables = [], figures: drawn, tallFirst, tables, footer } = report;
  return page(
    title,
    html`<header>
<p class="study">${title}</p>
<h1>${said}</h1>
${lead === undefined ? html`` : html`<p class="lead">${lead}</p>\n`}${warnings(messages)}</header>
${keyTables.length === 0 ? html`` : html`${tableGrid(keyTables)}\n`}${figures(drawn, tallFirst)}
${tableGrid(tables)}
<footer>${footer}</footer>`,
  );
}

function tableGrid(tables: readonly Table[]): Html {
  return html`<div class="tables">
${tables.map(table)}</div>`;
}

function page(title: string, body: Html): string {
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Carom</title>
<style>
${{ html: `${themeCss}\n${pageCss}` }}
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  return head.html;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** Cells; the first of each row is its name. */
  readonly rows: readonly (readonly string[])[];
  /** Takes the whole width of the page. */
  readonly wide?: boolean;
  /** Cells are words, not numbers. */
  readonly words?: boolean;
  /** Closed until it is asked for: a table too long to scroll past. */
  readonly folded?: boolean;
}

function table({ title, columns, rows, wide = false, words = false, folded = false }: Table): Html {
  if (rows.length === 0) return html``;
  const heads = columns.some((column) => column !== "")
    ? html`<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>`
    : html``;
  const row = (cells: readonly string[]) =>
    html`<tr>${cells.map((cell, i) => (i === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`))}</tr>
`;
  const body = html`<div class="scroll"><table>${heads}<tbody>
${rows.map(row)}</tbody></table></div>`;
  const content = folded ? html`<details><summary>${title}</summary>${body}</details>` : html`<h2>${title}</h2>${body}`;
  return html`<section class="table${wide ? " wide" : ""}${words ? " words" : ""}">${content}</section>
`;
}

/** Two columns where there is room. `tallFirst`: the first figure stands beside two others. */
function figures(list: readonly Figure[], tallFirst = false): Html {
  if (list.length === 0) return html``;
  return html`<section class="figures${tallFirst ? " tall-first" : ""}">
${list.map(
  (
    figure,
  ) => html`<figure id="${figure.name}"><h2>${figure.title}</h2><div class="scroll">${{ html: figure.svg }}</div><figcaption>${figure.caption}</figcaption></figure>
`,
)}</section>
`;
}

function warnings(messages: readonly string[]): Html {
  return html`${messages.map(
    (message) => html`<p class="warning"><span aria-hidden="true">!</span>${sentence(message)}</p>
`,
  )}`;
}

/** A message as a sentence: capital first, full stop last. */
export function sentence(message: string): string {
  const text = message.slice(0, 1).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const pageCss = `*{box-sizing:border-box;margin:0}
html{background:var(--paper);color:var(--ink1);font:400 14px/20px ${fontFamily};font-feature-settings:"tnum"}
main{max-width:1280px;margin:0 auto;padding:32px 24px 48px}
h1{font-weight:600;font-size:28px;line-height:34px;letter-spacing:-.018em;max-width:40em}
.study{color:var(--ink3);margin-bottom:8px}
.lead{color:var(--ink2);font-size:16px;line-height:24px;margin-top:4px}
.slip{color:var(--slip-text)}.stick{color:var(--stick-text)}.kept{color:var(--kept-text)}.restitution{color:var(--loss-restitution-text)}.created{color:var(--created-text)}
.lead b{font-weight:600}
.warning{color:var(--ink2);margin-top:12px;display:flex;gap:8px}
.warning span{flex:none;width:18px;height:18px;border:1px solid currentColor;border-radius:50%;text-align:center;font-size:12px;line-height:16px;font-weight:600;margin-top:1px}
h2,summary{font-weight:600;font-size:13px;line-height:18px}
summary{cursor:pointer}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,560px),1fr));gap:32px;margin-top:32px;align-items:start}
@media (min-width:1232px){.tall-first figure:first-child{grid-row:span 2}}
figure{min-width:0}
figure svg{display:block;width:100%;height:auto;max-width:640px;min-width:440px;margin-top:8px}
figure .ground{fill:none}
figcaption{color:var(--ink2);font-size:13px;line-height:19px;margin-top:8px;max-width:600px}
.tables{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,560px),1fr));gap:8px 32px;margin-top:16px;align-items:start}
.table{margin-top:24px;min-width:0}
.wide{grid-column:1/-1}
.table:not(.wide) tbody th{white-space:normal}
.words td,.words thead th{text-align:left;white-space:normal}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px;line-height:18px;margin-top:6px}
th,td{padding:5px 0 5px 20px;text-align:right;border-top:1px solid var(--line);white-space:nowrap;font-weight:400}
th:first-child{padding-left:0;text-align:left;color:var(--ink2)}
thead th{color:var(--ink3);border-top:0;font-size:12px;padding-bottom:3px}
footer{margin-top:40px;padding-top:12px;border-top:1px solid var(--line);color:var(--ink3);font-size:12px;line-height:18px;max-width:70em}
@media print{details::details-content{content-visibility:visible;height:auto}.figures{display:block}figure{break-inside:avoid;margin-bottom:24px}}`;
