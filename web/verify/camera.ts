/** Whether this device has a camera that a page may ask for. */
export async function hasCamera(): Promise<boolean> {
  const devices = await navigator.mediaDevices?.enumerateDevices?.().catch(() => []);
  return devices?.some(({ kind }) => kind === "videoinput") ?? false;
}

const betweenLooksMs = 200;

/**
 * Shows the camera's picture and waits for a QR code in it: its text, or undefined when `signal` ends the wait. The camera
 * is off again in either case. Rejects when the camera may not be used.
 */
export async function scanCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const [stream, { default: decodeQR }] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }),
    import("qr/decode.js"),
  ]);
  try {
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    while (context && !signal.aborted) {
      const { videoWidth: width, videoHeight: height } = video;
      if (width > 0 && height > 0) {
        Object.assign(canvas, { width, height });
        context.drawImage(video, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        const text = decoded(() => decodeQR({ width, height, data }));
        if (text !== undefined) return text;
      }
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
    }
    return undefined;
  } finally {
    video.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  }
}

/** The decoder throws while there is no code to be seen, which is most of the time. */
function decoded(decode: () => string): string | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
