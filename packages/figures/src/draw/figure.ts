/** One picture, ready to be written to a file or put into a page. */
export interface Figure {
  /** File name without its ending, e.g. `hodograph`. */
  readonly name: string;
  readonly title: string;
  /** Facts about this very impact, as sentences. */
  readonly caption: string;
  /** A whole SVG document: no script, no style sheet, no outside reference. */
  readonly svg: string;
}
