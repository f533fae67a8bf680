import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";
import { expect } from "vitest";
import { aSubscription } from "../testing/a-subscription.ts";
import { createClient } from "../testing/client.ts";
import { itWith } from "../testing/it.ts";
import { anOwner } from "../testing/mutations-dashboard.ts";
import { aJpeg, anInflatingPng, aPng, pngChunk } from "../testing/pictures.ts";
import { residentMemory, watchPeak } from "../testing/resident-memory.ts";
import { openSecondProcess } from "../testing/second-process.ts";
import { aStage } from "../testing/stage.ts";

const it = itWith({ environment: { USHER_RATE_LIMIT: "0", USHER_RATE_LIMIT_SERVER: "0" } });

/** Papers that are drawn at the same time. */
const AT_ONCE = 4;
/** What drawing may add to a server's memory at its peak: the one decoder that runs at a time, some 30 MB, what allocators keep of those before it, and what is not collected yet. */
const MOST_MEGABYTES = 50;

/** A picture with one byte changed, a part of the way through it. */
function spoilt(file: Buffer, part: number): Buffer {
  const broken = Buffer.from(file);
  const at = Math.floor(part * (broken.length - 1));
  broken[at] = (broken[at] ?? 0) ^ 0xff;
  return broken;
}

const animation = pngChunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));

/** Some sixty pictures of every kind, good, broken and hostile. */
function corpus(): Map<string, Buffer> {
  const kinds = ([0, 2, 3, 4, 6] as const).flatMap((colorType) =>
    ([1, 2, 4, 8, 16] as const)
      .filter((depth) => depth === 8 || (depth === 16 ? colorType !== 3 : colorType === 0 || colorType === 3))
      .flatMap((bitDepth) =>
        [false, true].map(
          (isInterlaced) =>
            [
              `PNG ${colorType}/${bitDepth}${isInterlaced ? " interlaced" : ""}`,
              aPng({ colorType, bitDepth, isInterlaced }),
            ] as const,
        ),
      ),
  );
  const photo = aJpeg({ width: 400, height: 200 });
  const large = aPng({ width: 400, height: 200 });
  const parts = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];
  return new Map<string, Buffer>([
    ...kinds,
    ["animated", aPng({ more: [animation] })],
    ["JPEG", photo],
    ["JPEG grey", aJpeg({ components: 1 })],
    ["JPEG CMYK", aJpeg({ components: 4 })],
    ["JPEG progressive", aJpeg({ isProgressive: true })],
    ["JPEG, the largest", aJpeg({ width: 1_200, height: 1_000, isProgressive: true })],
    ["JPEG of 2 million pixels", aJpeg({ width: 2_000, height: 1_000, isProgressive: true })],
    ["JPEG of many scans", aJpeg({ width: 1_200, height: 1_000, isProgressive: true, scans: 90 })],
    ["JPEG of too many scans", aJpeg({ isProgressive: true, scans: 2_000 })],
    ...[3, 6, 8].map((orientation) => [`JPEG turned ${orientation}`, aJpeg({ orientation })] as const),
    ["PNG, the largest", aPng({ width: 2_000, height: 1_250, colorType: 2 })],
    ["PNG, the largest, of 16 bits", aPng({ width: 2_000, height: 1_250, bitDepth: 16, isInterlaced: true })],
    ["4 million pixels", aPng({ width: 2_000, height: 2_000, colorType: 2 })],
    ["16 million pixels", aPng({ width: 4_000, height: 4_000, colorType: 0, bitDepth: 1 })],
    ["inflates to 400 MB", anInflatingPng()],
    ["text that inflates to 50 MB", aPng({ more: [hiddenText(50_000_000)] })],
    ["no pixels", aPng({ width: 0, height: 0 })],
    ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["GIF", Buffer.from("GIF89a\u0001\0\u0001\0\0\0\0;", "latin1")],
    ["WebP", Buffer.from("RIFF\x24\0\0\0WEBPVP8 ", "latin1")],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["empty", Buffer.alloc(0)],
    ...parts.map((part) => [`PNG spoilt at ${part}`, spoilt(large, part)] as const),
    ...parts.map((part) => [`JPEG spoilt at ${part}`, spoilt(photo, part)] as const),
    ...[0.2, 0.6].map((part) => [`PNG cut at ${part}`, large.subarray(0, part * large.length)] as const),
    ...[0.2, 0.6].map((part) => [`JPEG cut at ${part}`, photo.subarray(0, part * photo.length)] as const),
  ]);
}

function hiddenText(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes));
  return pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0", "latin1"), packed]));
}

/** Serves them with a type that is wrong for most. */
async function aFileServer(pictures: Map<string, Buffer>) {
  const server = createServer(({ url = "" }, response) => {
    response.setHeader("content-type", "image/gif").end(pictures.get(decodeURIComponent(url.slice(1))));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (name: string) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    close: () => server.close(),
  };
}

it("every picture is drawn or refused in words, at its upload and by its address", {
  timeout: 600_000,
}, async ({ world }) => {
  const pictures = corpus();
  expect(pictures.size).toBeGreaterThanOrEqual(60);
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const files = await aFileServer(pictures);

  const draw = async (logo_url: string) => {
    await owner.settings.update({ logo_url });
    const { id } = await aSubscription(stage, { paidBy: "invoice" });
    const { data } = (await stage.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    const { status, body } = await stage.admin.get(`/v1/billing/invoices/${data[0].id}/pdf`);
    expect([logo_url, status, body.slice(0, 5)]).toEqual([logo_url, 200, "%PDF-"]);
    return body.includes("/Subtype /Image");
  };
  const upload = async (name: string, bytes: Buffer) => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(bytes)], `${name}.gif`));
    try {
      return (await owner.settings.uploadLogo(form)).logo_url;
    } catch (error) {
      const { message } = (error as { cause: { issues: { message: string }[] } }).cause.issues[0] ?? {};
      expect(message, name).toMatch(/^(must|cannot) /);
      return null;
    }
  };

  const drawn: string[] = [];
  for (const [name, bytes] of pictures) {
    const address = await upload(name, bytes);
    const isDrawn = await draw(address ?? files.addressOf(name));
    expect([name, isDrawn]).toEqual([name, address !== null]);
    if (isDrawn) drawn.push(name);
  }
  files.close();
  expect(drawn).toEqual(expect.arrayContaining([...pictures.keys()].filter((name) => /^PNG \d/.test(name))));
});

it(`all pictures, several at once, add at most ${MOST_MEGABYTES} MB to a server that has drawn others before`, {
  timeout: 600_000,
}, async ({ world, onTestFinished }) => {
  const pictures = corpus();
  const warming = Array.from({ length: 30 }, (_, n) => `warm ${n}`);
  for (const [n, name] of warming.entries()) pictures.set(name, aPng({ width: 300 + n, height: 100 }));
  const files = await aFileServer(pictures);
  const server = await openSecondProcess(world, {
    environment: { USHER_RATE_LIMIT: "0", USHER_RATE_LIMIT_SERVER: "0" },
  });
  onTestFinished(async () => {
    files.close();
    await server.close();
  });
  const drawn = new Set<string>();
  const stages = await Promise.all(Array.from({ length: AT_ONCE }, () => aStage(world)));
  const papers = await Promise.all(
    stages.map(async (stage) => {
      const owner = await anOwner(stage);
      const client = createClient(server.baseUrl, stage.server.headers);
      return async (name: string) => {
        await owner.settings.update({ logo_url: files.addressOf(name) });
        // An invoice keeps the logo that it was issued with.
        const { id } = await aSubscription(stage, { paidBy: "invoice" });
        const { data } = (await stage.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
        const { status, body } = await client.get(`/v1/billing/invoices/${data[0].id}/pdf`);
        expect([name, status, body.slice(0, 5)]).toEqual([name, 200, "%PDF-"]);
        if (body.includes("/Subtype /Image")) drawn.add(name);
      };
    }),
  );
  const drawAll = async (names: Iterable<string>) => {
    const left = [...names];
    await Promise.all(
      papers.map(async (draw) => {
        for (let name = left.shift(); name !== undefined; name = left.shift()) await draw(name);
      }),
    );
  };
  await drawAll(warming);
  const before = await residentMemory(server);
  const peak = await watchPeak(server);
  await drawAll([...pictures.keys()].filter((name) => !warming.includes(name)));
  const most = await peak();
  expect([...drawn]).toEqual(
    expect.arrayContaining(["PNG, the largest", "JPEG, the largest", "JPEG of many scans", ...warming]),
  );
  // NaN where there is no /proc.
  if (!Number.isNaN(before)) expect(most - before).toBeLessThanOrEqual(MOST_MEGABYTES);
});
