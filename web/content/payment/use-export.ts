import { useMutation } from "@tanstack/react-query";
import type { Download, Mutation } from "../../api/client.ts";
import { flash } from "../../ui/dialogs/flash.ts";
import { saveFile } from "../../ui/lists/save-file.ts";
import { wordsFor } from "../../ui/words.ts";

/**
 * Fetches a list as a file by a call: a short one is saved at once, a long one is being written in the background from
 * now on, and the payment history shows how far it is. `where` says in words where it is found then.
 */
export function useExport<Input>(call: { mutation(): Mutation<Input, Download> }, where: string) {
  return useMutation({
    ...call.mutation(),
    onSuccess: (file) => {
      if (file.status === 202) flash("info", `This is a large export. When it’s ready, you’ll find it ${where}.`);
      else saveFile(file);
    },
    onError: (error) => flash("error", wordsFor(error)),
  });
}
