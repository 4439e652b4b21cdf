/** Questions, and the studies that answer them. */
import { groups, lessons } from "virtual:gallery";
import { useState } from "react";
import type { GalleryItem, ShownGroup } from "../../build/gallery.js";
import type { LessonCard } from "../../build/lessons.js";
import type { Thumbnail } from "../../build/thumbnails/drawing.js";
import { viewFor } from "../kinds.js";
import { Start } from "./start.js";
import "./gallery.css";

export function Gallery() {
  return (
    <>
      <Start />
      <section className="group lessons">
        <header>
          <h2>Lessons</h2>
          <p>Step by step: guess, then see. Each is as good for one reader as for a hall.</p>
        </header>
        <ul>
          {lessons.map((lesson) => (
            <Told key={lesson.name} {...lesson} />
          ))}
        </ul>
      </section>
      {groups.map((group) => (
        <Group key={group.question} {...group} />
      ))}
    </>
  );
}

function Told({ name, title, line, minutes, steps, thumbnail }: LessonCard) {
  return (
    <li>
      <a className="card" href={`#/tell/${name}`} data-lesson={name}>
        <Picture thumbnail={thumbnail} />
        <span className="words">
          <b>{title}</b>
          <span>
            {line} {steps} steps, {minutes} minutes.
          </span>
        </span>
      </a>
    </li>
  );
}

function Group({ question, note, items, more }: ShownGroup) {
  const [open, setOpen] = useState(false);
  const [others, setOthers] = useState<readonly GalleryItem[]>([]);
  const toggle = () => {
    setOpen(!open);
    if (others.length === 0) void import("virtual:gallery/more").then((brought) => setOthers(brought.more[question] ?? []));
  };
  return (
    <section className="group">
      <header>
        <h2>{question}</h2>
        <p>{note}</p>
        {more > 0 && (
          <button type="button" className="text-button" aria-expanded={open} onClick={toggle}>
            {open ? "fewer" : `${more} more`}
          </button>
        )}
      </header>
      <ul>
        {[...items, ...(open ? others : [])].map((item) => (
          <Card key={item.example} {...item} />
        ))}
      </ul>
    </section>
  );
}

function Card({ example, study, title, line, thumbnail }: GalleryItem) {
  return (
    <li>
      <a className="card" href={`#/${viewFor(study)?.path}?example=${example}`} data-example={example}>
        <Picture thumbnail={thumbnail} />
        <span className="words">
          <b>{title}</b>
          <span>{line}</span>
        </span>
      </a>
    </li>
  );
}

function Picture({ thumbnail }: { readonly thumbnail: Thumbnail | undefined }) {
  return (
    <svg className="thumbnail" viewBox="0 0 300 158" aria-hidden="true">
      {thumbnail?.paths.map(({ ink, d }) => (
        <path key={ink} className={`thumb-${ink}`} d={d} />
      ))}
    </svg>
  );
}
