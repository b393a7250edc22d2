// The map with tiles below its marks. What draws them is fetched after the map is live, and only where
// the browser has WebGL; without it, or when it fails, the map stays as it is.
import { followView, map, projection } from './map.ts';
import { need } from './page.ts';

async function showGround(): Promise<void> {
  if (!document.createElement('canvas').getContext('webgl2')) return;
  const { openGround } = await import('./map-ground.ts');
  const ground = openGround({
    container: need('#map-ground', HTMLElement),
    attribution: need('#map-attribution', HTMLElement),
    tiles: new URL(map.dataset.tiles ?? '', location.href).href,
    projection,
    shown: (isShown) => map.toggleAttribute('data-ground', isShown),
  });
  followView(ground.show);
}

void showGround();
