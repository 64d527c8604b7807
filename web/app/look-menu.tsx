import { useSyncExternalStore } from "react";
import { onPreferences, type Preferences, prefer, preferences, themes } from "../session/preferences.ts";
import { Dropdown } from "../ui/dialogs/dropdown.tsx";
import { BarIcon } from "./bar-icon.tsx";
import { themeColours } from "./theme-colours.ts";

const modes = [
  ["device", "Match device"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
const densities = [
  ["comfortable", "Comfortable"],
  ["compact", "Compact"],
] as const;

function Choice<Name extends "theme" | "mode" | "density">({
  name,
  legend,
  of,
  chosen,
}: {
  readonly name: Name;
  readonly legend: string;
  readonly of: readonly (readonly [value: Preferences[Name], text: string])[];
  readonly chosen: Preferences[Name];
}) {
  return (
    <fieldset className="look-choice">
      <legend>{legend}</legend>
      {of.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={`look-${name}`}
            checked={chosen === value}
            onChange={() => prefer({ [name]: value })}
          />
          {name === "theme" ? (
            <span className="look-swatch" style={{ background: swatchOf(value) }} aria-hidden="true" />
          ) : null}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

const swatchOf = (theme: string): string | undefined => {
  const { deep, chroma, hue } = themeColours[theme] ?? {};
  return deep === undefined ? undefined : `oklch(${deep} ${chroma} ${hue})`;
};

/** Theme, light and dark, density and language; remembered per person. */
export function LookMenu() {
  const { theme, mode, density } = useSyncExternalStore(onPreferences, preferences);
  return (
    <Dropdown
      label="Theme and language"
      face={
        <BarIcon>
          <circle cx="10" cy="10" r="8" />
          <path d="M10 2a8 8 0 0 1 0 16Z" fill="currentColor" />
        </BarIcon>
      }
    >
      {() => (
        <div className="look">
          <Choice name="theme" legend="Theme" of={themes} chosen={theme} />
          <div>
            <Choice name="mode" legend="Brightness" of={modes} chosen={mode} />
            <Choice name="density" legend="Density" of={densities} chosen={density} />
            <fieldset className="look-choice">
              <legend>Language</legend>
              <label>
                <input type="radio" name="look-language" checked readOnly />
                English
              </label>
            </fieldset>
          </div>
        </div>
      )}
    </Dropdown>
  );
}
