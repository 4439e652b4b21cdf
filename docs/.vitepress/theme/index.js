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
    // Its name is what it shows: the theme's own leaves out the keys. Where nothing is shown but a picture, it is a word.
    onMounted(() => {
      const button = document.querySelector(".DocSearch-Button");
      button?.setAttribute("aria-label", button.innerText.replace(/\s+/g, " ").trim() || "Search");
    });
  },
};
