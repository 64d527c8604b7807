import { useFormContext } from "react-hook-form";
import { pictureRules, readPicture } from "../ui/forms/files/picture-rules.ts";
import { useField } from "../ui/forms/use-field.ts";
import { Avatar } from "../ui/look/pictures/avatar.tsx";

/** The person's picture, read on this device. */
export function PictureField({ disabled }: { readonly disabled: boolean }) {
  const { value, set, error, ref } = useField<string | undefined>({ name: "image" });
  const { setError } = useFormContext();
  return (
    <div className="light-field">
      <label htmlFor="picture">Photo (optional)</label>
      <div className="light-row light-start">
        <Avatar src={value} of="" size={64} />
        <input
          id="picture"
          type="file"
          ref={ref}
          accept={pictureRules.photo.accept}
          disabled={disabled}
          aria-describedby="picture-more"
          onChange={async ({ target }) => {
            const file = target.files?.[0];
            if (!file) return;
            const read = await readPicture(file, "photo");
            if ("dataUrl" in read) return set(read.dataUrl);
            target.value = "";
            setError("image", { type: "picture", message: read.fault });
          }}
        />
      </div>
      <span id="picture-more" className={error ? "light-error" : "light-hint"} role={error ? "alert" : undefined}>
        {error ?? "JPG or PNG under 2 MB."}
      </span>
    </div>
  );
}
