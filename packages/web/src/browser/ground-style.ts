/** Style of the tiles: layers of the Protomaps basemap, quiet, so that marks stand out from them. */
import type { Map as GroundMap } from 'maplibre-gl';

type Style = ReturnType<GroundMap['getStyle']>;
type Layer = Style['layers'][number];

interface Palette {
  earth: string;
  water: string;
  green: string;
  road: string;
  edge: string;
  text: string;
}

const light: Palette = {
  ...{ earth: '#f6f4ef', water: '#c5dbe8', green: '#e2ecd9' },
  ...{ road: '#ffffff', edge: '#d3cec4', text: '#4a4a4a' },
};
const dark: Palette = {
  ...{ earth: '#1b1f23', water: '#15303f', green: '#1f2a22' },
  ...{ road: '#343a40', edge: '#2a2f34', text: '#b6bcc3' },
};

export function groundStyle(tiles: string, isDark: boolean): Style {
  return {
    version: 8,
    sources: { ground: { type: 'vector', url: `pmtiles://${tiles}` } },
    layers: layersOf(isDark ? dark : light),
  };
}

const layersOf = (colour: Palette): Layer[] => [
  { id: 'background', type: 'background', paint: { 'background-color': colour.earth } },
  area('earth', colour.earth),
  area('landcover', colour.green),
  area('landuse', colour.green),
  area('water', colour.water),
  road({ id: 'road-edges', colour: colour.edge, extra: 2 }),
  road({ id: 'roads', colour: colour.road, extra: 0 }),
  {
    id: 'boundaries',
    type: 'line',
    source: 'ground',
    'source-layer': 'boundaries',
    paint: { 'line-color': colour.edge, 'line-dasharray': [3, 2] },
  },
  label({ id: 'road-names', layer: 'roads', minzoom: 14, size: 11, placement: 'line' }, colour),
  label({ id: 'places', layer: 'places', minzoom: 0, size: 13, placement: 'point' }, colour),
];

const area = (layer: string, colour: string): Layer => ({
  id: layer,
  type: 'fill',
  source: 'ground',
  'source-layer': layer,
  // Tiles also hold points and lines in these layers.
  filter: ['==', ['geometry-type'], 'Polygon'],
  paint: { 'fill-color': colour },
});

interface Road {
  id: string;
  colour: string;
  /** Pixels that an edge is wider than the road. */
  extra: number;
}

const road = ({ id, colour, extra }: Road): Layer => ({
  id,
  type: 'line',
  source: 'ground',
  'source-layer': 'roads',
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': colour,
    'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 8, 0.5 + extra, 18, 12 + extra],
  },
});

interface Label {
  id: string;
  layer: string;
  minzoom: number;
  size: number;
  placement: 'line' | 'point';
}

/** Letters are drawn with a font of the browser: no glyphs are fetched. */
const label = ({ id, layer, minzoom, size, placement }: Label, colour: Palette): Layer => ({
  id,
  type: 'symbol',
  source: 'ground',
  'source-layer': layer,
  minzoom,
  layout: {
    'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']],
    'text-font': ['sans-serif'],
    'text-size': size,
    'symbol-placement': placement,
  },
  paint: { 'text-color': colour.text, 'text-halo-color': colour.earth, 'text-halo-width': 1.5 },
});
