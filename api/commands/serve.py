"""`meleecam serve`: a table of one's own, watched by a real camera."""

import sys
import threading
from pathlib import Path
from typing import Annotated

import typer


def serve(
    table: Annotated[
        Path, typer.Option("--table", metavar="FILE", help="set-up of the table (TOML)", show_default=False)
    ],
    camera: Annotated[
        str,
        typer.Option("--camera", help="camera number, device path, stream URL, video file or picture folder"),
    ] = "0",
    area: Annotated[
        str | None,
        typer.Option(
            "--area",
            metavar="X0,Y0,X1,Y1",
            help="count dice inside alone, in pixels of the camera; or X,Y,X,Y,X,Y for any corners",
        ),
    ] = None,
    profiles: Annotated[
        Path | None,
        typer.Option("--profiles", metavar="FILE", help="tell dice apart as `calibrate` learnt them"),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="port of the pages  [default: 8040]")
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="listen at another address; 0.0.0.0 opens the pages to the network, with a token",
        ),
    ] = None,
) -> None:
    """Watch a table with a camera and serve its pages, on this computer unless another host is given."""
    from api.opening import UnreadyError, open_services, ready_settings
    from api.serving import PortError, serve_pages
    from vision.sources.opening import open_source
    from vision.sources.pace import RealTime
    from vision.sources.source import CameraError

    try:
        settings = ready_settings(area, profiles, host)
        stopping = threading.Event()
        source = open_source(camera, settings.rest_frames + 1, RealTime(sleep=stopping.wait))
        services = open_services(settings, table, source, stopping)
        serve_pages(services, port or settings.port)
    except (UnreadyError, CameraError, PortError) as err:
        print(err, file=sys.stderr)
        raise typer.Exit(2) from err
