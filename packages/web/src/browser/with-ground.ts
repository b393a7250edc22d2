// Grounds below the maps of the page. What draws them is fetched after the maps are live, and only where
// the browser has WebGL; without it, or when it fails, names of towns stay.
import { openMaps } from './open-map.ts';

async function showGrounds(): Promise<void> {
  if (!document.createElement('canvas').getContext('webgl2')) return;
  const { openGround } = await import('./map-ground.ts');
  for (const map of openMaps) openGround(map);
}

void showGrounds();
