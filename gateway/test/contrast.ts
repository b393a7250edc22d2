/** Colours of a style sheet, and how well one can be told from another. */

/** The custom properties of each theme: light, then dark. */
export const themesIn = (page: string): Record<string, string>[] =>
  [...page.matchAll(/:root\{([^}]*)\}/g)].map(([, rules = '']) =>
    Object.fromEntries(
      [...rules.matchAll(/--(\w+):(#\w+)/g)].map(([, name, colour]) => [name, colour]),
    ),
  );

/** WCAG 2.2, relative luminance. */
function luminance(colour = ''): number {
  const full = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one?: string, two?: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
