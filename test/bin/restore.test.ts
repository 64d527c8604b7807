import { restoreDrill } from "../restore/restore-drill.ts";

restoreDrill(2000);
