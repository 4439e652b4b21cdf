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
    // Its words are its name: what the theme calls it leaves out the keys that it shows. Where it shows a picture alone, it is a word.
    onMounted(() => {
      const button = document.querySelector(".DocSearch-Button");
      if (button?.innerText.trim()) button.removeAttribute("aria-label");
      else button?.setAttribute("aria-label", "Search");
    });
  },
};
