/** Place of the device, where the courier lets the app record it. */
import type { DevicePosition } from '../domain/action.ts';

/** An older position does not show where a step happened, ms. */
const freshMs = 120_000;
let last: { place: DevicePosition; atMs: number } | undefined;

/** `prompt` until the courier has decided; `unavailable` where there is no receiver. */
export async function placePermission(): Promise<PermissionState | 'unavailable'> {
  if (!('geolocation' in navigator) || !('permissions' in navigator)) return 'unavailable';
  return (await navigator.permissions.query({ name: 'geolocation' })).state;
}

/** Follows the device; asks the courier first if the permission is undecided. */
export function followPlace(): void {
  const keep = ({ coords, timestamp }: GeolocationPosition): void => {
    const place = { lat: rounded(coords.latitude), lng: rounded(coords.longitude) };
    last = { place, atMs: timestamp };
  };
  // A step without a known position is recorded without one.
  navigator.geolocation.watchPosition(keep, () => undefined, { enableHighAccuracy: true });
}

/** About a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** Uses the device's clock, which also counts while the page sleeps. */
export const recentPlace = (): DevicePosition | undefined =>
  last && Math.abs(Date.now() - last.atMs) < freshMs ? last.place : undefined;
