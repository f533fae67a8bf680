"use client";
import { useState } from "react";

interface TenantMarkProps {
  name: string;
  /** Any address: nobody has looked at what is there. */
  logoUrl: string | null;
}

/** The tenant's logo; its name where it has none, and where the picture cannot be loaded or shown. */
export function TenantMark({ name, logoUrl }: TenantMarkProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const type = "text-base font-semibold tracking-tight";
  if (logoUrl === null || broken === logoUrl) return <span className={type}>{name}</span>;
  const fail = () => setBroken(logoUrl);
  // It may have failed before the script ran; the browser tells that once only.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) fail();
  };
  return (
    // Where no script runs, a browser shows the name for a broken picture, behind an icon of its own. What comes after a picture is
    // drawn for a broken one alone: it covers both with the name.
    // biome-ignore lint/performance/noImgElement: the tenant's own picture, from its own server, of a size we do not know
    <img
      ref={look}
      src={logoUrl}
      alt={name}
      onError={fail}
      className={`relative h-8 max-w-48 object-contain leading-8 after:absolute after:inset-0 after:truncate after:bg-background after:content-[attr(alt)] ${type}`}
    />
  );
}
