import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Download } from "../api/client.ts";
import { flash } from "../ui/flash.ts";
import { saveFile } from "../ui/save-file.ts";
import { wordsFor } from "../ui/words.ts";

/**
 * Fetches a list as a file: a short one is saved at once, a long one is being written in the background from now on,
 * and the payment history shows how far it is. `busy` names what is being fetched.
 */
export function useExport(where: string) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const exportList = async (name: string, fetchFile: () => Promise<Download>) => {
    setBusy(name);
    try {
      const file = await fetchFile();
      if (file.status === 202) {
        flash("info", `That is a long list. It is being written; find it ${where}.`);
        await cache.invalidateQueries({ queryKey: ["organization", "listExports"] });
      } else {
        saveFile(file);
      }
    } catch (error) {
      flash("error", wordsFor(error));
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, exportList };
}
