/** The verifier for browsers. */
import { browserCode } from '@svc/pages/browser-code';

export const codePath = '/verifier';

export const verifierCode = browserCode(new URL('./script.js', import.meta.url), codePath);
