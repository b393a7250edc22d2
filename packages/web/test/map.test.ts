import { describe, expect, it } from 'vitest';
import { html } from '../src/html.ts';
import { mapFigure } from '../src/map/figure.ts';
import { frameMarkup, type MapLabel, townLabels } from '../src/map/frame.ts';
import { moved, projectionAround, viewOf, zoomed } from '../src/map/projection.ts';
import { groundOf } from '../src/map/settings.ts';
import { townsOf } from '../src/map/towns.ts';

describe('the map', () => {
  const projection = projectionAround({ lat: -26.2, lng: 28 });
  it.each([
    { lat: -26.3, lng: 27.9 },
    { lat: 51.5, lng: -0.1 },
    { lat: 0, lng: 179 },
  ])('finds the place $lat, $lng again, to a metre', (place) => {
    const { lat, lng } = projection.toPlace(projection.toPoint(place));
    expect([lat, lng]).toEqual([expect.closeTo(place.lat, 4), expect.closeTo(place.lng, 4)]);
  });

  it('keeps a point where it is when it zooms, within bounds', () => {
    const corner = { x: 10_000, y: 1_000 };
    const view = viewOf([{ x: 0, y: 0 }, corner]);
    expect(view).toEqual({ x: -500, y: -2_594, width: 11_000, height: 6_188 });
    const near = zoomed(view, 0.5, { x: 0, y: 0 });
    expect(near.x / near.width).toBeCloseTo(view.x / view.width);
    expect(zoomed(view, 1e-9).width).toBe(200);
    expect(moved(view, 0.1, -1)).toMatchObject({ x: 600, y: -2_594 - 6_188 });
  });

  const widthPx = 800;
  const view = viewOf([
    { x: 0, y: 0 },
    { x: 20_000, y: 10_000 },
  ]);
  const textsOf = (labels: readonly MapLabel[]) =>
    [
      ...frameMarkup({ view, projection, labels, widthPx }).markup.matchAll(/>([^<]+)<\/text>/g),
    ].map(([, text]) => text);
  const north = { ...projection.toPlace({ x: 9_000, y: 2_000 }), kind: 'vehicle' } as const;

  it('says how long its scale bar is', () => {
    expect(textsOf([])).toEqual(['2 km']);
  });

  it('names what is shown and has room, beside its dot, and what comes first', () => {
    const labels = townLabels([
      { name: 'Large', ...projection.toPlace({ x: 1_000, y: 5_000 }) },
      { name: 'Left', ...projection.toPlace({ x: 1_100, y: 5_010 }) },
      { name: 'No room', ...projection.toPlace({ x: 1_200, y: 5_000 }) },
      { name: 'At the edge', ...projection.toPlace({ x: 20_500, y: 8_000 }) },
      { name: 'Elsewhere', ...projection.toPlace({ x: 90_000, y: 5_000 }) },
    ]);
    expect(textsOf([{ ...north, text: 'CA 1' }, ...labels])).toEqual([
      ...['CA 1', 'Large', 'Left', 'At the edge', '2 km'],
    ]);
  });

  it('shows where a vehicle goes by a line of one length on the screen', () => {
    const label = { ...north, text: 'CA 1', heading: { x: 0, y: -1 } };
    const { markup } = frameMarkup({ view, projection, labels: [label], widthPx });
    expect(markup).toMatch(/class="heading" d="M9000 2000l0 -385"/);
  });
});

describe('the towns of a map', () => {
  const towns = townsOf([-36, 10, 6, 60]);

  it('are those within the bounds, the largest first', () => {
    const names = towns([-26.5, 27.6, -25.5, 28.6]).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['Johannesburg', 'Soweto', 'Pretoria']);
    expect(names).toContain('Edenvale');
    expect(names).not.toContain('Cape Town');
  });

  it('outside the area served are not named', () => {
    expect(towns([51, -1, 52, 1])).toEqual([]);
  });

  it('are 250 at most, of any region', () => {
    expect(towns([-36, 10, 6, 60])).toHaveLength(250);
  });
});

describe('a map on a page', () => {
  const johannesburg = { lat: -26.2, lng: 28 };
  const ground = groundOf(
    {
      SVC_MAP_STYLE_URL: 'https://tiles.example/styles/quiet',
      SVC_MAP_ORIGINS: ['https://cdn.example'],
    },
    { tilesPath: '/tiles', area: [-36, 10, 6, 60] },
  );
  const figure = {
    ...{ ground, home: johannesburg, places: [], label: 'Map', widthPx: 480 },
    ...{ marks: () => html`<path class="mark"/>`, labels: [] },
  };

  it('names the towns, whose source it gives, without a script', () => {
    const places = [johannesburg, { lat: -25.75, lng: 28.19 }];
    const { markup } = mapFigure({ ...figure, places });
    expect(markup).toContain('>Johannesburg</text>');
    expect(markup).toContain('GeoNames, CC BY 4.0');
    expect(markup).toContain('data-kind="style" data-url="https://tiles.example/styles/quiet"');
  });

  it('hands its script data that cannot end the element', () => {
    const labels = [{ kind: 'vehicle', text: '</script>', lat: -26.2, lng: 28 }] as const;
    const { markup } = mapFigure({ ...figure, labels });
    expect(markup.match(/<\/script>/g)).toHaveLength(1);
  });

  it('reads from the origins of its style, and of a file from none', () => {
    expect(ground.origins).toEqual(['https://tiles.example', 'https://cdn.example']);
    const parts = { tilesPath: '/tiles', area: [-36, 10, 6, 60] } as const;
    const both = groundOf(
      { SVC_MAP_PMTILES: 'a', SVC_MAP_STYLE_URL: 'https://tiles.example/', SVC_MAP_ORIGINS: [] },
      parts,
    );
    expect(both).toMatchObject({ source: { kind: 'tiles', url: '/tiles' }, origins: [] });
  });
});
