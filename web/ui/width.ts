import { useEffect, useState } from "react";

/** Up to this width, in pixels, a window is a phone's. */
export const phoneWidthMaxPx = 767;

/** Over 1220 px desktop, 768 to 1220 tablet, 767 or less mobile. */
export type Device = "desktop" | "tablet" | "mobile";

/** The device of a width in pixels. */
export const deviceOf = (widthPx: number): Device =>
  widthPx > 1220 ? "desktop" : widthPx > phoneWidthMaxPx ? "tablet" : "mobile";

const resizeDebounceMs = 1000;

/** The device the window is as wide as; a resize counts once it has rested for a second. */
export function useDevice(): Device {
  const [device, setDevice] = useState(() => deviceOf(window.innerWidth));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setDevice(deviceOf(window.innerWidth)), resizeDebounceMs);
    };
    addEventListener("resize", rest);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", rest);
    };
  }, []);
  return device;
}
