// Reads codes with the camera.

import { readScannedCode } from '@svc/text/codes/scanned-code';
import { allFormats, createDecoder } from './decoder.js';
import { createRepeatFilter } from './repeats.ts';

/** Between two pictures, so that a phone stays cool and the page quick. */
const pauseMs = 100;
const quietMs = 2_000;

/** Whether a camera may be asked for at all: needs a secure context. */
export const hasCamera = () => Boolean(globalThis.navigator?.mediaDevices?.getUserMedia);

/**
 * Shows the camera in `video` and calls `onCode({ text, format, code })` once for each number that
 * comes into sight; `code` is a ScannedCode, of kind `wrong` for a symbol that contradicts itself.
 * Resolves to `{ stop }`. Rejects with an error whose `reason` is `no_camera`, `denied`, `busy`
 * (another program has it) or `unsupported`.
 */
export async function openScanner({ video, onCode, formats = allFormats }) {
  if (!hasCamera()) throw failure('unsupported');
  const camera = await openCamera();
  try {
    const decode = await createDecoder(formats).catch((error) => {
      throw failure('unsupported', error);
    });
    video.muted = true;
    video.playsInline = true;
    video.srcObject = camera;
    await video.play();
    return { stop: readPictures({ video, camera, decode, onCode }) };
  } catch (error) {
    close(video, camera);
    throw error;
  }
}

const reasons = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'no_camera',
  OverconstrainedError: 'no_camera',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

const failure = (reason, cause) =>
  Object.assign(new Error(`scanner: ${reason}`, { cause }), { reason });

const openCamera = () =>
  navigator.mediaDevices
    .getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1_920 }, height: { ideal: 1_080 } },
    })
    .catch((error) => {
      throw failure(reasons[error.name] ?? 'unsupported', error);
    });

function readPictures({ video, camera, decode, onCode }) {
  const isNew = createRepeatFilter(quietMs);
  let isOpen = true;
  const look = async () => {
    // A picture that cannot be decoded is followed by others.
    const found = video.videoWidth > 0 ? await decode(video).catch(() => []) : [];
    if (!isOpen) return;
    for (const { text, format } of found) {
      const code = readScannedCode(text);
      // A label has its number in two symbols.
      if (isNew(code.value, performance.now())) onCode({ text, format, code });
    }
    if (isOpen) setTimeout(look, pauseMs);
  };
  void look();
  return () => {
    isOpen = false;
    close(video, camera);
  };
}

function close(video, camera) {
  for (const track of camera.getTracks()) track.stop();
  video.srcObject = null;
}
