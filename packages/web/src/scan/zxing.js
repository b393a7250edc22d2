// zxing-cpp as WebAssembly, loaded when it is needed: 429 KB compressed, from our own origin.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

await prepareZXingModule({
  overrides: { locateFile: () => import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm') },
  fireImmediately: true,
});

/** With the symbology identifier where the symbol is one of GS1: FNC1 is in no text. */
export async function readSymbols(picture, formats) {
  const found = await readBarcodes(picture, { formats, textMode: 'Plain', maxNumberOfSymbols: 8 });
  return found.map(({ text, format, contentType, symbologyIdentifier }) => ({
    text: contentType === 'GS1' ? symbologyIdentifier + text : text,
    format,
  }));
}
