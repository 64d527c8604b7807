import { lazy } from "react";
import { start } from "./start.tsx";

start(lazy(() => import("./list-page.tsx")));
