import ListPage from "./list-page.tsx";
import { start } from "./start.tsx";

start(ListPage);
