import { restoreDrill } from "../restore/restore-drill.ts";

restoreDrill(20_000);
