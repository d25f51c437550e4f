/** Pixels of the picture for one unit of the drawing: sharp on a phone's screen. */
const DENSITY = 2;

/** A text of the drawing as a canvas writes it. */
interface Writing {
  readonly text: string;
  readonly font: string;
  readonly fill: string;
  readonly align: CanvasTextAlign;
  readonly letterSpacing: string;
  readonly x: number;
  readonly y: number;
  readonly place: DOMMatrixInit | null;
}

function writingOf(element: SVGTextElement): Writing {
  const style = getComputedStyle(element);
  return {
    text: element.textContent,
    font: `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`,
    fill: style.fill,
    align: style.textAnchor === 'middle' ? 'center' : 'left',
    letterSpacing: style.letterSpacing === 'normal' ? '0px' : style.letterSpacing,
    x: Number(element.getAttribute('x') ?? 0),
    y: Number(element.getAttribute('y') ?? 0),
    place: element.getCTM(),
  };
}

/** Takes the texts out of the drawing, which must stand in the page while their looks are read. */
function takeTexts(drawing: Element): readonly Writing[] {
  const holder = document.createElement('div');
  Object.assign(holder.style, { position: 'fixed', left: '-10000px', top: '0' });
  holder.append(drawing);
  document.body.append(holder);
  const texts = [...drawing.querySelectorAll('text')];
  const writings = texts.map(writingOf);
  for (const text of texts) text.remove();
  holder.remove();
  return writings;
}

async function imageOf(drawing: Element): Promise<HTMLImageElement> {
  const svg = new XMLSerializer().serializeToString(drawing);
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * A card as a PNG, which every messenger shows. A picture of its own knows no font of the page, so its texts are written by the page: Chinese and
 * Thai are drawn also where the system has neither.
 */
export async function cardPicture(svg: string): Promise<Blob> {
  const drawing = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
  const writings = takeTexts(drawing);
  await Promise.all(writings.map(({ font, text }) => document.fonts.load(font, text)));
  const image = await imageOf(drawing);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth * DENSITY, image.naturalHeight * DENSITY];
  const pen = canvas.getContext('2d')!;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  for (const { text, x, y, place, fill, align, ...look } of writings) {
    Object.assign(pen, { ...look, fillStyle: fill, textAlign: align });
    pen.setTransform(new DOMMatrix([DENSITY, 0, 0, DENSITY, 0, 0]).multiply(place ?? undefined));
    pen.fillText(text, x, y);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('admin.error.unreachable'))), 'image/png'),
  );
}
