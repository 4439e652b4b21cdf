declare module "virtual:gallery" {
  export const groups: readonly import("../build/gallery.js").GalleryGroup[];
  export const lessons: readonly import("../build/lessons.js").LessonCard[];
}

declare module "virtual:example/*" {
  export const study: unknown;
}
