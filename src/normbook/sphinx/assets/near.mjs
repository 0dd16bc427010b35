// Begins with what a reader comes near to.

/** Calls `begin` with each place once it is near to what the reader sees. */
export function whenNear(places, begin) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        begin(target);
      }
    },
    { rootMargin: "600px" },
  );
  for (const place of places) observer.observe(place);
}
