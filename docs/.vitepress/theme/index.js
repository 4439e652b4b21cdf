import DefaultTheme from "vitepress/theme-without-fonts";
import { onMounted } from "vue";
import LiveHodograph from "./live-hodograph.vue";
import TableFilter from "./table-filter.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("LiveHodograph", LiveHodograph);
    app.component("TableFilter", TableFilter);
  },
  setup() {
    // Its words are its name: what the theme calls it leaves out the keys that it shows.
    onMounted(() => document.querySelector(".DocSearch-Button")?.removeAttribute("aria-label"));
  },
};
