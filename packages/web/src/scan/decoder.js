// Finds symbols in pictures: the browser's BarcodeDetector, else zxing-cpp as WebAssembly.

/** Names of BarcodeDetector (Shape Detection API), and those of zxing-cpp. */
const zxingNames = {
  code_128: 'Code128',
  data_matrix: 'DataMatrix',
  qr_code: 'QRCode',
  ean_13: 'EAN13',
};
export const allFormats = Object.keys(zxingNames);

/**
 * A function from a video element to the symbols in its picture, as `{ text, format }`. Rejects
 * where neither way is open.
 */
export async function createDecoder(formats) {
  return (await nativeDecoder(formats)) ?? (await zxingDecoder(formats));
}

async function nativeDecoder(formats) {
  if (!('BarcodeDetector' in globalThis)) return undefined;
  const supported = await BarcodeDetector.getSupportedFormats().catch(() => []);
  if (!formats.every((format) => supported.includes(format))) return undefined;
  const detector = new BarcodeDetector({ formats });
  return async (video) =>
    (await detector.detect(video)).map(({ rawValue, format }) => ({ text: rawValue, format }));
}

/** Pixels along the longer side: the modules of a label that fills the picture are 3 or more. */
const sideMax = 1_600;

async function zxingDecoder(formats) {
  const { readSymbols } = await import('./zxing.js');
  const wanted = formats.map((format) => zxingNames[format]);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, sideMax / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const found = await readSymbols(
      context.getImageData(0, 0, canvas.width, canvas.height),
      wanted,
    );
    return found.map(({ text, format }) => ({
      text,
      format: formats.find((each) => zxingNames[each] === format),
    }));
  };
}
