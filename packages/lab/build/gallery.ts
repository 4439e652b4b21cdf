/** What the home page shows of the examples. */
export interface GalleryItem {
  readonly example: string;
  readonly title: string;
}

export interface GalleryGroup {
  readonly question: string;
  readonly items: readonly GalleryItem[];
}

export function galleryOf(files: readonly { readonly name: string; readonly text: string }[]): GalleryGroup[] {
  return [
    {
      question: "Examples",
      items: files.map(({ name, text }) => ({ example: name, title: (JSON.parse(text) as { title: string }).title })),
    },
  ];
}
