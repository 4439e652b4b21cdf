declare module "virtual:gallery" {
  export const groups: readonly import("../build/gallery.js").GalleryGroup[];
}

declare module "virtual:example/*" {
  export const study: unknown;
}
