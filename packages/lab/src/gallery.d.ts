declare module "virtual:gallery" {
  export const groups: readonly import("../build/gallery.js").GalleryGroup[];
}
