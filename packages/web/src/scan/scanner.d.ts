import type { ScannedCode } from '@svc/text/codes/scanned-code';

export interface ScanReading {
  text: string;
  format: string;
  code: ScannedCode;
}

export function hasCamera(): boolean;

export function openScanner(options: {
  video: HTMLVideoElement;
  onCode(reading: ScanReading): void;
  formats?: readonly string[];
}): Promise<{ stop(): void }>;
