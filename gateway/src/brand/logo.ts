/** The carrier's logo: a file of the operator's, which pages show as an image and never hold. */
import { readFileSync, statSync } from 'node:fs';
import { fileByHash } from '@svc/web/page-assets';

const bytesMax = 128 * 1024;
/** An SVG document, after its declaration and comments. */
const svgStart = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/;

/** Signature of a PNG (W3C, 5.2). */
const pngStart = '\x89PNG\r\n\x1a\n';

export function readLogo(path: string): ReturnType<typeof fileByHash> {
  const stat = statSync(path);
  if (!stat.isFile()) throw new Error('is not a file');
  if (stat.size > bytesMax) throw new Error(`has ${stat.size} bytes, more than ${bytesMax}`);
  const bytes = readFileSync(path);
  if (svgStart.test(bytes.toString('utf8'))) return fileByHash(bytes, 'svg');
  if (bytes.toString('latin1', 0, pngStart.length) === pngStart) return fileByHash(bytes, 'png');
  throw new Error('is neither SVG nor PNG');
}

/** Why the file cannot be the logo; undefined where it can. */
export function logoFault(path: string): string | undefined {
  try {
    readLogo(path);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
