"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

const LOOK_EVERY_MS = 2_000;
/** After this many refreshes the text for a slow setup is shown. */
const LOOKS_IN_A_MOMENT = 15;
const LOOK_LATER_EVERY_MS = 15_000;

/** Refreshes the page until the server renders something else in place of this component. */
export function SettingUp({ moment, slow }: { moment: string; slow: string }) {
  const router = useRouter();
  const [looks, setLooks] = useState(0);
  const isSlow = looks >= LOOKS_IN_A_MOMENT;
  useEffect(() => {
    const timer = setInterval(
      () => {
        setLooks((before) => before + 1);
        router.refresh();
      },
      isSlow ? LOOK_LATER_EVERY_MS : LOOK_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [router, isSlow]);
  return <p role="status">{isSlow ? slow : moment}</p>;
}
