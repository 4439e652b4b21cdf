declare module "virtual:gallery" {
  export const groups: readonly import("../build/gallery.js").ShownGroup[];
  export const lessons: readonly import("../build/lessons.js").LessonCard[];
}

declare module "virtual:gallery/more" {
  export const more: Readonly<Record<string, readonly import("../build/gallery.js").GalleryItem[]>>;
}

declare module "virtual:example/*" {
  export const study: unknown;
}

declare module "virtual:pdf-font" {
  export const fonts: readonly import("./take/pdf/fonts.js").PdfFont[];
}
