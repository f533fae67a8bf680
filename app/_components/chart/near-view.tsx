"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/** How far below what is seen, as a part of it: what is scrolled to is drawn by then. */
const MARGIN = "25%";

interface Props {
  /** What stands there until then, as high as the children. */
  placeholder: ReactNode;
  children: ReactNode;
}

/** Draws its children once they come near to what is seen, or are printed: they take long to draw. */
export function NearView({ placeholder, children }: Props) {
  const [isNear, setIsNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || !place.current) return;
    const show = () => setIsNear(true);
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: MARGIN },
    );
    watch.observe(place.current);
    window.addEventListener("beforeprint", show);
    return () => {
      watch.disconnect();
      window.removeEventListener("beforeprint", show);
    };
  }, [isNear]);
  return (
    <div ref={place} className="h-full">
      {isNear ? children : placeholder}
    </div>
  );
}
